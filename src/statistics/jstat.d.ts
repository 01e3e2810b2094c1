/** The part of jstat that is used. The package has no types of its own. */
declare module 'jstat' {
  interface Quantile {
    inv(p: number, a: number, b: number): number;
  }
  const jstat: { readonly jStat: { readonly normal: Quantile; readonly beta: Quantile } };
  export default jstat;
}

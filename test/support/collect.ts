/** Collects an asynchronous sequence. `Array.fromAsync` is missing in Node 20. */
export async function collect<T>(sequence: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const each of sequence) all.push(each);
  return all;
}

/**
 * A JSON value that counts how often something is read from it or from a part of it: a property, the keys, whether there
 * is one. So a test tells linear from quadratic work without a clock.
 * @param atMost more reads than this throw, so that a test fails before it hangs
 */
export function counted<T extends object>(value: T, atMost: number): { value: T; reads: () => number } {
  let reads = 0;
  const proxies = new WeakMap<object, object>();

  function count(): void {
    reads += 1;
    if (reads > atMost) throw new Error(`read more than ${atMost} times`);
  }

  function wrap(part: unknown): unknown {
    if (typeof part !== 'object' || part === null) return part;
    const proxy = proxies.get(part) ?? new Proxy(part, handler);
    proxies.set(part, proxy);
    return proxy;
  }

  const handler: ProxyHandler<object> = {
    get(target, key, receiver) {
      count();
      return wrap(Reflect.get(target, key, receiver));
    },
    has(target, key) {
      count();
      return Reflect.has(target, key);
    },
    ownKeys(target) {
      count();
      return Reflect.ownKeys(target);
    },
    getOwnPropertyDescriptor(target, key) {
      count();
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
  };
  return { value: wrap(value) as T, reads: () => reads };
}

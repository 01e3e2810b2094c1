/**
 * Numbers that look random and depend only on a seed: xoshiro128** of Blackman and Vigna (2018), in whole numbers, so
 * that every machine draws the same. Not for security.
 */
export class SeededRandom {
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  /** @param seed at least 32 hexadecimal digits, such as a SHA-256 */
  constructor(seed: string) {
    const word = (index: number) => Number.parseInt(seed.slice(8 * index, 8 * index + 8), 16) | 0;
    [this.#a, this.#b, this.#c, this.#d] = [word(0), word(1), word(2), word(3)];
    // the state of zeros is the only one that never leaves itself
    if ((this.#a | this.#b | this.#c | this.#d) === 0) this.#a = 1;
  }

  /** Returns the next number, at least 0 and less than 1. */
  next(): number {
    const scrambled = Math.imul(this.#b, 5);
    const rotated = Math.imul((scrambled << 7) | (scrambled >>> 25), 9);
    const shifted = this.#b << 9;
    this.#c ^= this.#a;
    this.#d ^= this.#b;
    this.#b ^= this.#c;
    this.#a ^= this.#d;
    this.#c ^= shifted;
    this.#d = (this.#d << 11) | (this.#d >>> 21);
    return (rotated >>> 0) / 0x1_0000_0000;
  }

  /** Returns how many of `trials` succeed, each with the chance `p`. */
  binomial(trials: number, p: number): number {
    if (trials === 0 || p <= 0) return 0;
    if (p >= 1) return trials;
    if (p > 0.5) return trials - this.binomial(trials, 1 - p);
    return trials * p < 12 ? this.#byInversion(trials, p) : this.#byRejection(trials, p);
  }

  /** Goes up from 0 until the probabilities add up to a random number. */
  #byInversion(trials: number, p: number): number {
    const odds = p / (1 - p);
    let weight = Math.exp(trials * Math.log1p(-p));
    let left = this.next();
    let hits = 0;
    while (left > weight && hits < trials) {
      left -= weight;
      hits++;
      weight *= (odds * (trials - hits + 1)) / hits;
    }
    return hits;
  }

  /** The transformed rejection of Hörmann (1993), algorithm BTRS, for a mean of 10 and more. */
  #byRejection(trials: number, p: number): number {
    const deviation = Math.sqrt(trials * p * (1 - p));
    const b = 1.15 + 2.53 * deviation;
    const a = -0.0873 + 0.0248 * b + 0.01 * p;
    const centre = trials * p + 0.5;
    const alpha = (2.83 + 5.1 / b) * deviation;
    const squeeze = 0.92 - 4.2 / b;
    const mode = Math.floor((trials + 1) * p);
    const odds = Math.log(p / (1 - p));
    for (;;) {
      const u = this.next() - 0.5;
      const v = this.next();
      const reach = 0.5 - Math.abs(u);
      const hits = Math.floor(((2 * a) / reach + b) * u + centre);
      if (reach >= 0.07 && v <= squeeze) return hits;
      if (hits < 0 || hits > trials) continue;
      const height = Math.log((v * alpha) / (a / (reach * reach) + b));
      const likely =
        logFactorial(mode) + logFactorial(trials - mode) - logFactorial(hits) - logFactorial(trials - hits);
      if (height <= likely + (hits - mode) * odds) return hits;
    }
  }
}

/** The logarithms of the factorials of 0 to 255. */
const LOG_FACTORIALS = logFactorials(256);

function logFactorials(count: number): Float64Array {
  const logs = new Float64Array(count);
  for (let n = 2; n < count; n++) logs[n] = (logs[n - 1] as number) + Math.log(n);
  return logs;
}

/** The logarithm of n!, for larger n by the series of Stirling: its error is below 1e-12 there. */
function logFactorial(n: number): number {
  if (n < LOG_FACTORIALS.length) return LOG_FACTORIALS[n] as number;
  return (n + 0.5) * Math.log(n) - n + 0.5 * Math.log(2 * Math.PI) + (1 / 12 - 1 / (360 * n * n)) / n;
}

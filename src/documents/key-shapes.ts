import { detached } from '../text/detached.ts';

/**
 * A node in the tree of key sequences seen so far. The path from the root spells the keys of an object in order, and
 * no key occurs twice on a path, so an object that follows a known path has no duplicate. `next` guesses that an
 * object continues like the previous one.
 */
export interface Shape {
  readonly key: string;
  readonly parent: Shape | undefined;
  /** The number of keys on the path from the root; the root has no key. */
  readonly depth: number;
  /** The text of the key when it was last written, from after the comma up to and including the colon. */
  written: string;
  /** The last child taken. */
  next: Shape | undefined;
  children: Map<string, Shape> | undefined;
  /** The root for objects that are values of this key. */
  inside: Shape | undefined;
}

/** Longer objects, and all objects once the tree is full, keep a set of their keys. */
const LONGEST_SHAPE = 48;
const MOST_SHAPES = 20_000;
const LONGEST_KEY = 256;

/** The tree of the key sequences of many texts. Its memory is bounded, whatever the input. */
export class KeyShapes {
  /** The roots for objects in lists or at the top, by level: objects on the same level are alike. */
  readonly #roots: Shape[] = [];
  #count = 0;
  /** The keys of those open objects that outgrew the tree, by level. */
  readonly #outgrown = new Map<number, Set<string>>();

  /** Forgets what is open, and keeps the tree. */
  reset(): void {
    this.#outgrown.clear();
  }

  /** Returns the root for an object. @param parent what is open around it */
  rootAt(level: number, parent: Shape | number | undefined): Shape {
    if (typeof parent === 'object') {
      parent.inside ??= shape('', undefined, 0);
      return parent.inside;
    }
    const known = this.#roots[level];
    if (known) return known;
    // levels open one after the other, but those in between may be lists
    while (this.#roots.length <= level) this.#roots.push(shape('', undefined, 0));
    return this.#roots[level] as Shape;
  }

  /** Forgets the keys of an object that ends. */
  leave(level: number): void {
    if (this.#outgrown.size > 0) this.#outgrown.delete(level);
  }

  /** Returns the node for the next key of the object on a level; undefined if the object has the key already. */
  next(current: Shape, level: number, key: string): Shape | undefined {
    const known = this.#outgrown.get(level);
    if (known ? known.has(key) : holds(current, key)) return undefined;
    if (known) {
      known.add(key);
      return looseShape(key);
    }
    const child = current.children?.get(key);
    if (child) return child;
    if (current.depth >= LONGEST_SHAPE || this.#count >= MOST_SHAPES || key.length > LONGEST_KEY) {
      // too many keys, too long a key, or too many kinds of object: this object leaves the tree for good
      this.#outgrown.set(level, keysOf(current).add(key));
      return looseShape(key);
    }
    this.#count++;
    const added = shape(detached(key), current, current.depth + 1);
    current.children ??= new Map();
    current.children.set(added.key, added);
    return added;
  }

  /** Learns how a key was written after a node, so that the next object is compared with it first. */
  expect(current: Shape, child: Shape, written: string): void {
    if (child.parent !== current || written.length > LONGEST_KEY) return;
    if (child.written !== written) child.written = detached(written);
    current.next = child;
  }
}

/** Returns a node outside of the tree, which only says its key. */
export function looseShape(key: string): Shape {
  return shape(key, undefined, LONGEST_SHAPE);
}

function shape(key: string, parent: Shape | undefined, depth: number): Shape {
  return { key, parent, depth, written: '', next: undefined, children: undefined, inside: undefined };
}

/** Whether a key is on the path to a node. */
function holds(node: Shape, key: string): boolean {
  for (let at: Shape | undefined = node; at?.parent; at = at.parent) if (at.key === key) return true;
  return false;
}

/** Returns the keys on the path to a node. */
function keysOf(node: Shape): Set<string> {
  const keys = new Set<string>();
  for (let at: Shape | undefined = node; at?.parent; at = at.parent) keys.add(at.key);
  return keys;
}

/**
 * Gives the same object for the same key for as long as anybody holds it: components that ask for
 * it while they render get the one of before, and those that show the same thing share it.
 */
export function sharedByKey<Value extends object>(): (key: string, create: () => Value) => Value {
  const known = new Map<string, WeakRef<Value>>();
  return (key, create) => {
    const held = known.get(key)?.deref();
    if (held !== undefined) return held;
    for (const [other, reference] of known) {
      if (reference.deref() === undefined) known.delete(other);
    }
    const made = create();
    known.set(key, new WeakRef(made));
    return made;
  };
}

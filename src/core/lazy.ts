/** Makes a value at its first use, once; what it is made of is let go then. */
export function lazy<T>(make: () => T): () => T {
  let maker: (() => T) | undefined = make;
  let made: { readonly value: T } | undefined;
  return () => {
    if (maker) {
      made = { value: maker() };
      maker = undefined;
    }
    return (made as { readonly value: T }).value;
  };
}

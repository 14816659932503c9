type Thing<T> = { value: Promise<T>; close: (value: T) => Promise<unknown> }

const things = new Map<string, Thing<unknown>>()

/** What `open` gives, once for all test files of this process: `closeShared` closes it after the last of them. */
export function sharedThing<T>(
  name: string,
  open: () => Promise<T>,
  close: (value: T) => Promise<unknown>,
): Promise<T> {
  const known = things.get(name) as Thing<T> | undefined
  if (known) return known.value
  const value = open()
  things.set(name, { value, close } as Thing<unknown>)
  return value
}

/** Closes all that files share. */
export async function closeShared(): Promise<void> {
  const open = [...things.values()]
  things.clear()
  for (const { value, close } of open) await value.then(close, () => {})
}

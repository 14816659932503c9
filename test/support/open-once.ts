type Kind<T> = {
  open: () => Promise<T>
  close: (value: T) => Promise<unknown>
  isAlive: (value: T) => boolean
}
type SharedResource<T> = Kind<T> & { value: Promise<T> }

const things = new Map<string, SharedResource<unknown>>()

/**
 * Shares the result of `open` among all test files of this process, and opens it again when it has died (`bun test` kills
 * the processes of a test that timed out): `closeOpened` closes it after the last of them.
 */
export async function openOnce<T>(name: string, kind: Kind<T>): Promise<T> {
  const known = things.get(name) as SharedResource<T> | undefined
  const value = await known?.value.catch(() => undefined)
  if (value !== undefined && kind.isAlive(value)) return value
  // Another waiting caller may have opened a new one meanwhile.
  if (known !== things.get(name)) return openOnce(name, kind)
  const opened = { ...kind, value: kind.open() }
  things.set(name, opened as unknown as SharedResource<unknown>)
  return opened.value
}

/** Closes all shared resources. */
export async function closeOpened(): Promise<void> {
  const open = [...things.values()]
  things.clear()
  for (const { value, close } of open) await value.then(close, () => {})
}

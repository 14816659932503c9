const seconds = 60
const pauseMs = 20

/**
 * Polls `read` every 20 ms and returns its first value.
 * @throws TimeoutError that names the missing value after a minute
 */
export async function until<T>(
  what: string,
  read: () => T | Promise<T>,
): Promise<NonNullable<Exclude<T, false>>> {
  for (let tries = 0; tries < (seconds * 1_000) / pauseMs; tries += 1) {
    const found = await read()
    if (found) return found as NonNullable<Exclude<T, false>>
    await Bun.sleep(pauseMs)
  }
  throw Object.assign(new Error(`within ${seconds} s: not ${what}`), { name: 'TimeoutError' })
}

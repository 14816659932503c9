import { expect } from 'bun:test'

const seconds = 30
const pauseMs = 50

/** Polls until `read` gives the expected value: for effects that follow an action after a moment. */
export async function expectSoon(read: () => Promise<unknown>, expected: unknown): Promise<void> {
  const endMs = performance.now() + seconds * 1000
  for (;;) {
    const found = await read()
    try {
      return expect(found).toEqual(expected)
    } catch (error) {
      if (performance.now() > endMs) throw error
    }
    await Bun.sleep(pauseMs)
  }
}

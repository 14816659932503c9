import { expect, test } from 'bun:test'
import { makeTestFolder } from '#test/support/folders.ts'
import { openClient } from './client.ts'

test('a browser side that is not built is named in one line, with what builds it', async () => {
  const folder = makeTestFolder()
  await expect(openClient(folder)).rejects.toThrow(
    `${folder} is not built: \`bun run start\` does it, and serves`,
  )
})

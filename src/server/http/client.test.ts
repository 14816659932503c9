import { expect, test } from 'bun:test'
import { makeTestFolder } from '#test/support/folders.ts'
import { openClient } from './client.ts'

test('a missing browser build is reported in one line that names the command to build it', async () => {
  const folder = makeTestFolder()
  await expect(openClient(folder)).rejects.toThrow(
    `${folder} is not built: \`bun run start\` does it, and serves`,
  )
})

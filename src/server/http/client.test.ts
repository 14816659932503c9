import { expect, test } from 'bun:test'
import { makeTestFolder } from '#test/support/folders.ts'
import { openClient } from './client.ts'

test('a missing browser build is reported in one line that names the build command', async () => {
  const folder = makeTestFolder()
  await expect(openClient(folder)).rejects.toThrow(
    `${folder} is not built: run \`bun run start\`, which builds and serves it`,
  )
})

import type { DataFolder } from '#server/feature.ts'
import { eachName, walkBelow } from '#server/system/disk.ts'

const box = /^[\da-f-]{36}$/

/** A Maildir++: `new` before `cur`, since reading a message moves it that way. */
async function* walkBox(dataDir: string, path: string): AsyncGenerator<string> {
  yield path
  const folders: string[] = []
  for await (const name of eachName(`${dataDir}/${path}`)) {
    if (name.startsWith('.')) folders.push(`${path}/${name}`)
    else if (name === 'subscriptions') yield `${path}/${name}`
  }
  for (const folder of [path, ...folders]) {
    if (folder !== path) yield folder
    for (const part of ['new', 'cur']) yield* walkBelow(dataDir, `${folder}/${part}`)
  }
}

async function* walkBoxes(dataDir: string): AsyncGenerator<string> {
  for await (const id of eachName(`${dataDir}/mail`)) if (box.test(id)) yield* walkBox(dataDir, `mail/${id}`)
}

export const data: readonly DataFolder[] = [
  { folder: 'mail', paths: /^mail\/[\da-f-]{36}(\/|$)/, isPrivate: true, walk: walkBoxes },
]

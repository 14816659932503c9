import { NameSet } from '#features/backups/archive/name-set.ts'

/** Gives each file a unique name, even on a file system that ignores case. */
export function createNamer(...taken: string[]): (name: string) => string {
  const names = new NameSet()
  const fold = (name: string) => name.normalize('NFC').toLowerCase()
  for (const name of taken) names.add(fold(name))
  return (name) => {
    const [, stem = name, ending = ''] = /^(.*?)(\.[a-z0-9]{1,8})?$/.exec(name) ?? []
    for (let count = 1; ; count++) {
      const full = count === 1 ? name : `${stem}~${count}${ending}`
      if (names.add(fold(full))) return full
    }
  }
}

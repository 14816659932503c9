import { dirname } from 'node:path'
import { ceiling } from './patterns.ts'
import { isTest } from './source.ts'

type File = { file: string; text: string }

const isSource = (file: string): boolean => /^(src|db|scripts)\/.*\.(tsx?|css)$/.test(file) && !isTest(file)

/** Features with more lines of TypeScript than allowed, without tests. */
export function findLargeFeatures(files: readonly File[]): string[] {
  const lines = new Map<string, number>()
  for (const { file, text } of files) {
    const [feature] = /^src\/features\/[^/]+/.exec(file) ?? []
    if (feature === undefined || !isSource(file) || file.endsWith('.css')) continue
    lines.set(feature, (lines.get(feature) ?? 0) + text.trimEnd().split('\n').length)
  }
  return [...lines]
    .filter(([, count]) => count > ceiling.feature)
    .map(([feature, count]) => `${feature}: ${count} lines, at most ${ceiling.feature}`)
}

/** Folders with more sources and style sheets than can be taken in at a glance. */
export function findFullFolders(files: readonly Pick<File, 'file'>[]): string[] {
  const counts = new Map<string, number>()
  for (const { file } of files)
    if (isSource(file)) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count > ceiling.folder)
    .map(([folder, count]) => `${folder}: ${count} files, at most ${ceiling.folder}`)
    .sort()
}

/** Files beside a folder of the same name: one subject belongs in one place. */
export function findTwins(files: readonly Pick<File, 'file'>[]): string[] {
  const folders = new Set<string>()
  for (const { file } of files)
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder)) folders.add(folder)
  return files
    .map(({ file }) => file)
    .filter((file) => isSource(file) && folders.has(file.replace(/\.[a-z]+$/, '')))
    .map((file) => `${file}: move it into the folder of the same name`)
    .sort()
}

import { readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'

const plain = new Bun.Transpiler({ loader: 'ts' })
const jsx = new Bun.Transpiler({ loader: 'tsx' })

/** The imports of a file by relative path or from `#test`, as paths from `cwd`, without type-only imports. */
function importsOf(file: string, cwd: string): string[] {
  return (file.endsWith('x') ? jsx : plain)
    .scanImports(readFileSync(join(cwd, file), 'utf8'))
    .flatMap(({ path }) => {
      if (path.startsWith('#test/')) return [join('test', path.slice('#test/'.length))]
      return path.startsWith('.') ? [normalize(join(file, '..', path))] : []
    })
    .filter((path) => /\.tsx?$/.test(path))
}

/** Returns whether a file below `cwd` is `target` or imports it, directly or through other files. */
export function createReach(target: string, cwd: string): (file: string) => boolean {
  const imports = new Map<string, string[]>()
  const reaches = (file: string, seen: Set<string>): boolean => {
    if (file === target) return true
    if (seen.has(file)) return false
    seen.add(file)
    const next = imports.get(file) ?? importsOf(file, cwd)
    imports.set(file, next)
    return next.some((each) => reaches(each, seen))
  }
  return (file) => reaches(file, new Set())
}

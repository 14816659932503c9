/** What a run of tests came to. */
export type Tally = { passed: number; failed: number; skipped: number }

/**
 * A tally with the test files that it speaks of (a file that failed to load is in no report), each with the seconds that it
 * took, the failed tests as `file: group > test`, and how many of them ran out of time.
 */
export type Report = Tally & { files: Map<string, number>; failures: string[]; late: number }

export const nothing: Tally = { passed: 0, failed: 0, skipped: 0 }

/** The sum of two tallies. */
export const add = (a: Tally, b: Tally): Tally => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
})

/** The closing line of a run: `6 passed, 0 failed`, and what was skipped when there is any. */
export const summary = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]

const plain = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')

/** A failed test by its file, its groups from the outermost on, and its title. */
function nameOf(tag: string): string {
  const part = (name: string) => plain(attribute(tag, name) ?? '')
  const groups = part('classname').split(' > ').reverse().filter(Boolean)
  return `${part('file')}: ${[...groups, part('name')].join(' > ')}`
}

/**
 * The JUnit report that `bun test` wrote.
 * @throws Error when the text is no such report
 */
export function readReport(xml: string): Report {
  const root = /<testsuites\s[^>]*>/.exec(xml)?.[0]
  if (!root) throw new Error('not a JUnit report')
  const count = (name: string) => Number(attribute(root, name) ?? 0)
  const failed = count('failures') + count('errors')
  const skipped = count('skipped')
  const files = new Map<string, number>()
  for (const [tag] of xml.matchAll(/<testsuite\s[^>]*>/g)) {
    const file = attribute(tag, 'file')
    // A group of tests is a suite as well, within that of its file, and has a line.
    const isGroup = attribute(tag, 'line') !== undefined
    if (file === undefined || isGroup || Number(attribute(tag, 'tests')) === 0) continue
    files.set(plain(file), Number(attribute(tag, 'time')))
  }
  const broken = [...xml.matchAll(/(<testcase\s[^>]*[^/]>)\s*(<(?:failure|error)\b[^>]*>)/g)]
  const failures = broken.map(([, tag = '']) => nameOf(tag))
  // The name of what was thrown: by the limit of a test, by a browser that waited, by `until`.
  const late = broken.filter(([, , failure = '']) => attribute(failure, 'type') === 'TimeoutError').length
  return { passed: Math.max(0, count('tests') - failed - skipped), failed, skipped, files, failures, late }
}

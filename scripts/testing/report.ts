/** The numbers of a test run. */
export type Tally = { passed: number; failed: number; skipped: number }

/** The result of one test file: `failures` names the failed tests as `file: group > test`, `last` is the test that ended last. */
export type FileReport = Tally & { failures: string[]; last: string | null }

/** The test files in a report; files that did not load, or contain no test, are missing. */
export type Report = Map<string, FileReport>

export const nothing: Tally = { passed: 0, failed: 0, skipped: 0 }

/** The sum of tallies. */
export function sum(tallies: Iterable<Tally>): Tally {
  const total = { ...nothing }
  for (const { passed, failed, skipped } of tallies) {
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
  }
  return total
}

/** The closing line of a run: `6 passed, 0 failed`, and the number of skipped tests if any. */
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

/** A test by its file, its groups from the outermost on, and its title. */
function nameOf(tag: string): string {
  const part = (name: string) => plain(attribute(tag, name) ?? '')
  const groups = part('classname').split(' > ').reverse().filter(Boolean)
  return `${part('file')}: ${[...groups, part('name')].join(' > ')}`
}

/**
 * Parses the JUnit report that `bun test` wrote.
 * @throws Error when the text is no such report, or its number of tests does not match
 */
export function readReport(xml: string): Report {
  const root = /<testsuites\s[^>]*>/.exec(xml)?.[0]
  if (root === undefined || !xml.trimEnd().endsWith('</testsuites>')) throw new Error('not a JUnit report')
  const report: Report = new Map()
  let tests = 0
  // Attributes and text contain no angle brackets. A crash entry has no line.
  for (const [, tag = '', content] of xml.matchAll(/<(testcase\s[^>]*?)(?:\/>|>(.*?)<\/testcase>)/gs)) {
    tests += 1
    const file = plain(attribute(tag, 'file') ?? '')
    const known: FileReport = report.get(file) ?? { ...nothing, failures: [], last: null }
    report.set(file, known)
    if (content === undefined) known.passed += 1
    else if (/<(failure|error)\b/.test(content)) {
      known.failed += 1
      known.failures.push(nameOf(tag))
    } else if (/<skipped\b/.test(content)) known.skipped += 1
    else known.passed += 1
    if (attribute(tag, 'line') !== undefined) known.last = plain(attribute(tag, 'name') ?? '')
  }
  if (tests !== Number(attribute(root, 'tests'))) throw new Error('a JUnit report that is not complete')
  return report
}

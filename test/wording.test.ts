import { describe, expect, test } from 'bun:test'
import { readTree } from './architecture/source.ts'
import { readMarkdown } from './wording/read-markdown.ts'
import { readSheetComments, readWording } from './wording/read-wording.ts'
import { findFaults } from './wording/rules.ts'

const root = new URL('..', import.meta.url).pathname

describe('wording', () => {
  test('is plain in comments, test titles and texts', async () => {
    const sources = await readTree(root)
    const faults = sources
      .filter(({ file }) => !file.startsWith('test/wording'))
      .flatMap(({ file, text }) =>
        readWording(file, text).flatMap(({ kind, line, text }) =>
          findFaults(text, { isFragment: kind === 'text' }).map(
            ({ words, advice }) => `${file}:${line}: "${words}": ${advice}`,
          ),
        ),
      )
    expect(faults).toEqual([])
  })

  test('is plain in style sheets', async () => {
    const faults: string[] = []
    for (const file of new Bun.Glob('src/**/*.css').scanSync({ cwd: root }))
      for (const { text, line } of readSheetComments(await Bun.file(`${root}${file}`).text()))
        for (const { words, advice } of findFaults(text))
          faults.push(`${file}:${line}: "${words}": ${advice}`)
    expect(faults).toEqual([])
    expect(readSheetComments('a {}\n/* One. */')).toEqual([{ text: 'One.', line: 2 }])
  })

  test('is plain in documents', async () => {
    const files = ['*.md', 'docs/**/*.md'].flatMap((glob) => [...new Bun.Glob(glob).scanSync({ cwd: root })])
    const faults: string[] = []
    for (const file of files)
      for (const { text, line } of readMarkdown(await Bun.file(`${root}${file}`).text()))
        for (const { words, advice } of findFaults(text))
          faults.push(`${file}:${line}: "${words}": ${advice}`)
    expect(faults).toEqual([])
  })

  test('reads headings, paragraphs, list items and cells, and no code', () => {
    const markdown = '# Title\nOne\nline.\n\n```sh\nwhoever\n```\n- item\n  goes on\n\n| a | b |\n'
    expect(readMarkdown(markdown).filter(({ text }) => text)).toEqual([
      { text: 'Title', line: 1 },
      { text: 'One line.', line: 2 },
      { text: 'item goes on', line: 8 },
      { text: 'a', line: 11 },
      { text: 'b', line: 11 },
    ])
  })

  test('finds openings and forbidden words, and leaves questions and code alone', () => {
    const wordsOf = (text: string) => findFaults(text).map(({ words }) => words)
    expect(wordsOf('Whoever asks is told.')).toEqual(['Whoever asks is told.', 'Whoever', 'is told'])
    expect(wordsOf('Removes it. What is left stays.')).toEqual(['What is left stays.'])
    expect(wordsOf('What happens next?')).toEqual([])
    expect(wordsOf('Answers `of which` and 12 B.')).toEqual([])
  })

  test('reads comments, titles, strings, templates and JSX', () => {
    const source = [
      '// One comment',
      '// in two lines.',
      "import { a } from './two words.ts'",
      `test.each([1])('says %s', () => f(\`not \${a} here\`))`,
      '/** A page. */',
      'const page = <p className="two words">Hello there</p>',
      "const word = 'single'",
    ].join('\n')
    expect(readWording('page.tsx', source).map(({ kind, text, line }) => [line, kind, text])).toEqual([
      [1, 'comment', 'One comment\nin two lines.'],
      [4, 'title', 'says %s'],
      [4, 'text', 'not … here'],
      [5, 'comment', 'A page.'],
      [6, 'text', 'Hello there'],
    ])
  })
})

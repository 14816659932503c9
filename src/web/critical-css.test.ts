import { describe, expect, test } from 'bun:test'
import { parseRules } from '../../scripts/build/css-rules.ts'
import { createCriticalCss } from './critical-css.ts'

const css = createCriticalCss(
  parseRules(
    [
      ':root{--mantine-a:1px;--mantine-b:var(--mantine-a);--mantine-unused:3px;--color-x:red}',
      '.a{margin:var(--mantine-b)}.b,.a .c{color:red}.a:not(.d){top:0}',
      '.a[data-active]{left:0}[data-mantine-color-scheme=dark] .a{right:0}',
      '@media (width>=1px){.a{width:1px}.b{height:1px}}@media print{.b{color:blue}}',
      '.a:where(.x,.y){flex:1}.a:hover{opacity:.5}',
      '@keyframes spin{to{rotate:1turn}}@keyframes rest{to{rotate:0}}.a{animation:spin 1s}',
      '@font-face{font-family:G;src:url(/a.woff2)}@font-face{font-family:R;unicode-range:U+20B9}',
    ].join(''),
  ),
)

describe('the inlined rules', () => {
  const inlined = css('<p class="a">x</p>')

  test('contain the rules of the classes in the markup, in their order', () => {
    expect(inlined).toContain('.a{margin:var(--mantine-b)}')
    expect(inlined).toContain('.a:not(.d){top:0}')
    expect(inlined).not.toContain('.b')
    expect(inlined.indexOf('margin')).toBeLessThan(inlined.indexOf('top:0'))
  })

  test('contain the font of a single character only for a page that uses the character', () => {
    expect(inlined).not.toContain('font-family:R')
    expect(css('<p class="a">₹ 99</p>')).toContain('font-family:R')
  })

  test('keep states that need no script, alternatives and both colour schemes', () => {
    expect(inlined).toContain('.a:hover{')
    expect(inlined).toContain('.a:where(.x,.y){')
    expect(inlined).toContain('[data-mantine-color-scheme=dark] .a{')
  })

  test('leave out states that the markup does not have', () => {
    expect(inlined).not.toContain('data-active')
    expect(css('<p class="a" data-active="true">x</p>')).toContain('.a[data-active]{')
  })

  test('keep a media query only if it contains a rule that the markup needs', () => {
    expect(inlined).toContain('@media (width>=1px){.a{width:1px}}')
    expect(inlined).not.toContain('print')
  })

  test('keep the variables, animations and fonts that those rules use', () => {
    expect(inlined).toContain('--mantine-a:1px')
    expect(inlined).not.toContain('--mantine-unused')
    expect(inlined).toContain('--color-x:red')
    expect(inlined).toContain('@keyframes spin')
    expect(inlined).not.toContain('@keyframes rest')
    expect(inlined).toContain('@font-face')
  })

  test('keep a variable that only the markup uses', () => {
    expect(css('<p class="a" style="top:var(--mantine-unused)">x</p>')).toContain('--mantine-unused:3px')
  })
})

test.each([
  ['.a.b>.c', ['.a', '.b', '.c']],
  ['.a:not(.b):is(.c)', ['.a', '.c']],
  ['.a:where(.b,.c)', ['.a']],
  [':where([data-mantine-color-scheme=dark]) .a', ['.a']],
  ['.a[data-disabled=true]', ['.a', '[data-disabled']],
  ['body', []],
])('keep %s only with %p in the markup', (selector, needs) => {
  expect(parseRules(`${selector}{top:0}`)).toMatchObject([{ selectors: [{ text: selector, needs }] }])
})

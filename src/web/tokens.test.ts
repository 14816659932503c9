import { describe, expect, test } from 'bun:test'
import { ink, mantineText, marigold, type Scheme, tokens } from './tokens.ts'

const channel = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    channel(Number.parseInt(hex.slice(at, at + 2), 16) / 255),
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG 2.2 contrast ratio. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const schemes: Scheme[] = ['light', 'dark']
const grounds = ['canvas', 'surface', 'raised', 'hover'] as const
const texts = ['text', 'dimmed', 'link', 'ok', 'warn', 'bad', 'neutral', 'placeholder'] as const

describe.each(schemes)('the tokens of the %s scheme', (scheme) => {
  const palette = tokens[scheme]

  test.each(texts)('keep %s readable on every background (WCAG 1.4.3)', (name) => {
    for (const ground of grounds) expect(contrast(palette[name], palette[ground])).toBeGreaterThanOrEqual(4.5)
  })

  test('keep white readable on the accent, also hovered', () => {
    expect(contrast('#ffffff', palette.accent)).toBeGreaterThanOrEqual(4.5)
    expect(contrast('#ffffff', palette['accent-hover'])).toBeGreaterThanOrEqual(4.5)
  })

  test('keep white readable on a destructive button', () => {
    expect(contrast('#ffffff', palette['bad-fill'])).toBeGreaterThanOrEqual(4.5)
  })

  test('keep initials readable on the avatar', () => {
    expect(contrast(palette.text, palette.avatar)).toBeGreaterThanOrEqual(4.5)
  })

  test('keep the border of a control distinguishable (WCAG 1.4.11)', () => {
    for (const ground of ['canvas', 'surface', 'raised'] as const) {
      expect(contrast(palette.control, palette[ground])).toBeGreaterThanOrEqual(3)
    }
  })

  test.each(['series-1', 'series-2', 'series-3'] as const)(
    'keep %s distinguishable as a line (WCAG 1.4.11)',
    (name) => {
      for (const ground of ['canvas', 'surface', 'raised'] as const) {
        expect(contrast(palette[name], palette[ground])).toBeGreaterThanOrEqual(3)
      }
    },
  )

  test.each(Object.keys(mantineText.light))('keep Mantine’s %s readable as text', (name) => {
    const color = mantineText[scheme][name] ?? ''
    for (const ground of ['canvas', 'surface'] as const)
      expect(contrast(color, palette[ground])).toBeGreaterThanOrEqual(4.5)
  })
})

test.each(schemes)('yellow is yellow in the %s scheme, not brown', (scheme) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    Number.parseInt(tokens[scheme].yellow.slice(at, at + 2), 16),
  )
  expect(Math.min(red, green)).toBeGreaterThan(180)
  expect(blue).toBeLessThan(80)
})

test('warnings are filled with yellow; only the banner behind text is not', async () => {
  const brown = /([^{}]+)\{[^{}]*(?:background|fill|--uptime-color): var\(--color-warn\)/g
  const sheets = [...new Bun.Glob('src/**/*.css').scanSync()]
  const found = await Promise.all(
    sheets.map(async (sheet) =>
      [...(await Bun.file(sheet).text()).matchAll(brown)].map(([, of]) => of?.trim()),
    ),
  )
  expect(found.flat()).toEqual(['.connection-banner'])
})

test('keep ink readable on marigold', () => {
  expect(contrast(ink, marigold)).toBeGreaterThanOrEqual(4.5)
})

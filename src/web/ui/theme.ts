import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import {
  fieldHeight,
  ink,
  mantineText,
  marigold,
  radius,
  type Scheme,
  space,
  text,
  tokens,
  tracking,
} from '../tokens.ts'

const brand: MantineColorsTuple = [
  '#eef3ff',
  '#dce5fb',
  '#b6c8f5',
  '#9db5f2',
  '#8aa6ee',
  '#5a80e4',
  '#3a66db',
  '#2b56c4',
  '#2449a8',
  '#1f429e',
]

// Mantine's dark surfaces and borders use this scale; cool, like our tokens.
const dark: MantineColorsTuple = [
  '#e8eaee',
  '#c9cdd4',
  '#a3aab5',
  '#8b93a0',
  '#6b7380',
  '#2a3039',
  '#1d222a',
  '#171b21',
  '#0f1216',
  '#0b0d10',
]

// The same red for buttons and warnings.
const red: MantineColorsTuple = [
  '#fdeceb',
  '#f9d2d0',
  '#f2a7a3',
  '#ea7a74',
  '#e1544d',
  '#d53b33',
  tokens.light['bad-fill'],
  tokens.dark['bad-fill'],
  '#ad1f19',
  '#8f1813',
]

const sans =
  "'Geist Variable', 'Geist Fallback', system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"
const mono =
  "'Geist Mono Variable', ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace"

export const theme = createTheme({
  colors: { brand, dark, red },
  primaryColor: 'brand',
  primaryShade: { light: 6, dark: 7 },
  autoContrast: true,
  luminanceThreshold: 0.18,
  defaultRadius: radius.md,
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  white: tokens.light.surface,
  black: ink,
  fontFamily: sans,
  fontFamilyMonospace: mono,
  fontSizes: { xs: text.xs, sm: text.sm, md: text.md, lg: text.lg, xl: text.xl },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.45', lg: '1.55', xl: '1.5' },
  spacing: { xs: space[2], sm: space[3], md: space[4], lg: space[6], xl: space[8] },
  headings: {
    fontFamily: sans,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: text['2xl'], lineHeight: '1.25' },
      h2: { fontSize: text.xl, lineHeight: '1.3' },
      h3: { fontSize: text.lg, lineHeight: '1.4' },
      h4: { fontSize: text.md, lineHeight: '1.45' },
    },
  },
  components: {
    Modal: {
      defaultProps: {
        centered: true,
        radius: radius.xl,
        overlayProps: { blur: 2 },
        // Mantine's <header> would count as a second banner of the page.
        attributes: { header: { role: 'presentation' } },
      },
    },
    Table: { defaultProps: { verticalSpacing: 'xs', highlightOnHover: true } },
    Tabs: { defaultProps: { keepMounted: false } },
    Select: { defaultProps: { checkIconPosition: 'right' } },
  },
})

const named = (prefix: string, scale: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(scale).map(([name, value]) => [`--${prefix}-${name}`, value]))

function schemeVariables(scheme: Scheme): Record<string, string> {
  const palette = tokens[scheme]
  const variables: Record<string, string> = {
    ...named('color', palette),
    '--mantine-color-body': palette.canvas,
    '--mantine-color-text': palette.text,
    '--mantine-color-dimmed': palette.dimmed,
    '--mantine-color-placeholder': palette.placeholder,
    '--mantine-color-error': palette.bad,
    '--mantine-color-anchor': palette.link,
    '--mantine-color-default': palette.surface,
    '--mantine-color-default-color': palette.text,
    '--mantine-color-default-border': palette.control,
    '--mantine-color-default-hover': palette.hover,
  }
  for (const [name, value] of Object.entries(mantineText[scheme])) {
    variables[`--mantine-color-${name}-light-color`] = value
    variables[`--mantine-color-${name}-outline`] = value
    variables[`--mantine-color-${name}-text`] = value
  }
  return variables
}

/**
 * Overrides Mantine's greys and blues, which fail WCAG AA, with the tokens, and adds them as `--color-*`, `--space-*`,
 * `--text-*` and `--radius-*`.
 */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    '--color-marigold': marigold,
    '--color-ink': ink,
    ...named('space', space),
    ...named('text', text),
    ...named('radius', radius),
    ...named('tracking', tracking),
    '--field-height': fieldHeight,
  },
  light: schemeVariables('light'),
  dark: schemeVariables('dark'),
})

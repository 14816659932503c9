/**
 * All colours, in one place. `yellow` fills bars and dots; text beside it is `warn`. A test computes the contrast of each pair in
 * use.
 */
export const tokens = {
  light: {
    canvas: '#f6f7f9',
    surface: '#ffffff',
    raised: '#ffffff',
    text: '#14181f',
    dimmed: '#5b6470',
    accent: '#3a66db',
    link: '#2b56c4',
    ok: '#0b7a53',
    warn: '#8a5300',
    yellow: '#f2c200',
    bad: '#c2241d',
    'bad-fill': '#c2241d',
    neutral: '#4a525d',
    control: '#858e9c',
    hairline: 'rgb(20 24 31 / 0.09)',
    placeholder: '#5f6874',
    hover: '#eef0f3',
    avatar: '#dce5fb',
    'accent-hover': '#2b56c4',
    'series-1': '#3a66db',
    'series-2': '#0b8576',
    'series-3': '#b35c00',
  },
  dark: {
    canvas: '#0f1216',
    surface: '#171b21',
    raised: '#1d222a',
    text: '#e8eaee',
    dimmed: '#a3aab5',
    accent: '#2b56c4',
    link: '#8aa6ee',
    ok: '#3ecf8e',
    warn: '#f5b83d',
    yellow: '#ffd33d',
    bad: '#ff7a70',
    'bad-fill': '#c9362e',
    neutral: '#b4bac4',
    control: '#6b7380',
    hairline: 'rgb(255 255 255 / 0.09)',
    placeholder: '#9aa1ac',
    hover: '#232932',
    avatar: '#2a3a66',
    'accent-hover': '#2449a8',
    'series-1': '#8aa6ee',
    'series-2': '#45cdb9',
    'series-3': '#f0a35e',
  },
} as const

export type Scheme = keyof typeof tokens

/** Only for the offer badge and "most popular", always under ink. */
export const marigold = '#f59f00'
export const ink = '#14181f'

/** Spacing; the number counts steps of 4 px. */
export const space = {
  1: '4px',
  2: '8px',
  3: '12px',
  4: '16px',
  5: '20px',
  6: '24px',
  7: '28px',
  8: '32px',
  10: '40px',
  12: '48px',
  16: '64px',
} as const

/** Type sizes. */
export const text = {
  xs: '0.75rem',
  sm: '0.8125rem',
  md: '0.875rem',
  lg: '1rem',
  xl: '1.25rem',
  '2xl': '1.625rem',
} as const

/** Letter-spacing of titles; smaller text has none, since that would narrow the space between words. */
export const tracking = { tight: '-0.015em' } as const

/** Height of every field with a pointer; touch gets 44 px. */
export const fieldHeight = '36px'

/** Corner radii: badges, parts of controls, controls, panels, dialogs. */
export const radius = { xs: '4px', sm: '6px', md: '8px', lg: '10px', xl: '12px' } as const

/** Breakpoints: portrait phones, all phones, wide tablets, desktops, wide desktops. */
export const breakpoints = { sm: '480px', md: '768px', lg: '900px', xl: '1200px', xxl: '1360px' } as const

/** Text in Mantine's own colours on their light fills and as outlines; its defaults fail WCAG AA. */
export const mantineText: Record<Scheme, Record<string, string>> = {
  light: {
    red: '#c2241d',
    green: '#1f6b2d',
    teal: '#07604a',
    yellow: '#7a4a00',
    orange: '#8a3d00',
    blue: '#174f8f',
    gray: '#4a525d',
    brand: '#1f429e',
  },
  dark: {
    red: '#ff7a70',
    green: '#6fd98c',
    teal: '#3ecf8e',
    yellow: '#f5b83d',
    orange: '#ffab66',
    blue: '#8fc1f7',
    gray: '#b4bac4',
    brand: '#9db5f2',
  },
}

type Sign = readonly [pattern: RegExp, name: string]

// The order matters: most browsers also name their ancestors.
const browsers: readonly Sign[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
]
const systems: readonly Sign[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

const nameOf = (signs: readonly Sign[], text: string) => signs.find(([pattern]) => pattern.test(text))?.[1]

/** A browser and its system in words, `Firefox on Windows`, from a User-Agent header. */
export function describeDevice(userAgent: string): string {
  const [browser, system] = [nameOf(browsers, userAgent), nameOf(systems, userAgent)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unrecognised device'
}

import type { Plugin } from 'rolldown'

const helper = /\/\/#region \\0@oxc-project\+runtime@[\d.]+\/helpers\/esm\/(\w+)\.js\n[\s\S]*?\/\/#endregion/g

// What the others are made of is not there: only these are called.
const natives: Record<string, string> = {
  typeof: '',
  toPrimitive: '',
  toPropertyKey: '',
  defineProperty: 'const _defineProperty = (object, key, value) => ((object[key] = value), object);',
  objectSpread2: 'const _objectSpread2 = Object.assign;',
  asyncIterator: 'const _asyncIterator = (iterable) => iterable[Symbol.asyncIterator]();',
  objectWithoutPropertiesLoose: '',
  objectWithoutProperties:
    'const _objectWithoutProperties = (object, without) => Object.fromEntries(Object.entries(object).filter(([key]) => !without.includes(key)));',
  // Kept for what it does to its prototype, though only links within a server call it.
  wrapAsyncGenerator: '',
}

/** tRPC brings copies of what browsers have had for years, for those that had not: without them. */
export const nativeHelpers: Plugin = {
  name: 'native-helpers',
  transform: {
    filter: { id: /\/@trpc\//, code: '@oxc-project+runtime' },
    handler: (code) => code.replace(helper, (all, name: string) => natives[name] ?? all),
  },
}

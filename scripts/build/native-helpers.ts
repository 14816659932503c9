import type { Plugin } from 'rolldown'

const helper = /\/\/#region \\0@oxc-project\+runtime@[\d.]+\/helpers\/esm\/(\w+)\.js\n[\s\S]*?\/\/#endregion/g

// The helpers inside other helpers are missing here: only these are called.
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
  // Not native, because of its effect on the prototype, though only links within a server call it.
  wrapAsyncGenerator: '',
}

/** tRPC contains polyfills of native functions for old browsers; this replaces them. */
export const nativeHelpers: Plugin = {
  name: 'native-helpers',
  transform: {
    filter: { id: /\/@trpc\//, code: '@oxc-project+runtime' },
    handler: (code) => code.replace(helper, (all, name: string) => natives[name] ?? all),
  },
}

import { afterAll, afterEach } from 'bun:test'
import { closeOpened } from '#test/support/open-once.ts'

// Runs once before the test files of a process, or before each isolated file; only component tests pay for a document.
// Shared objects of a worker outlive each of its files, after which this hook runs: the runner ends them with the worker.
if (process.env.TEST_MEMORY === undefined) afterAll(closeOpened)

if (Bun.main.endsWith('.test.tsx')) {
  const { GlobalRegistrator } = await import('@happy-dom/global-registrator')
  const g: Record<string, unknown> = globalThis as never

  // happy-dom’s fetch, Headers and Request drop the cookie header, as a browser must; a test that calls
  // the application in the same process needs Bun’s own. Its timers would stop with the window.
  const kept = [
    'fetch Request Response Headers FormData Blob File URL URLSearchParams AbortController AbortSignal',
    'ReadableStream WritableStream TransformStream TextEncoder TextDecoder WebSocket crypto performance',
    'setTimeout clearTimeout setInterval clearInterval queueMicrotask',
  ]
    .join(' ')
    .split(' ')
    .map((name) => [name, g[name]] as const)

  GlobalRegistrator.register({ url: 'http://localhost/', width: 1280, height: 800 })
  for (const [name, value] of kept) {
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: true })
  }

  // Auto-growing text fields listen to `document.fonts`, which happy-dom lacks.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })

  // Imported late: the library looks for a document when it loads.
  const { cleanup, configure } = await import('@testing-library/react')
  // A loaded machine may be slow; the runner’s time limit is the only one.
  configure({ asyncUtilTimeout: 15_000 })
  afterEach(() => {
    cleanup()
    document.body.innerHTML = ''
  })
}

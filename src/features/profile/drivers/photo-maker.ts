import { second } from '#shared/time.ts'

/** Command line of the decoder program. */
export type PhotoProgram = { command: string[]; env: Record<string, string> }

/** Exit codes of the program that say why there is no photo (`programs/photo.ts`). */
export const exits = { unreadable: 3, tooManyPixels: 4 } as const

export type PhotoResult =
  | { bytes: Uint8Array<ArrayBuffer> }
  | { refused: 'unreadable' | 'tooManyPixels' | 'tooCostly' }

export interface PhotoMaker {
  /** The square photo of an uploaded image. */
  make(image: Uint8Array): Promise<PhotoResult>
}

const longestMs = 10 * second
const mostBytes = 600 * 1_024 * 1_024

/** Limited by prlimit(1); without it, the pixel limit and the timeout remain. */
function limited(command: readonly string[]): string[] {
  const program = Bun.which('prlimit')
  return program
    ? [program, `--data=${mostBytes}`, `--cpu=${longestMs / second}`, '--core=0', ...command]
    : [...command]
}

/**
 * Decodes and encodes in a separate process without settings or secrets, with little memory and time: a hostile image
 * cannot harm the portal.
 */
export function createPhotoMaker(find: () => Promise<PhotoProgram>): PhotoMaker {
  return {
    async make(image) {
      const { command, env } = await find()
      const child = Bun.spawn(limited(command), {
        cwd: '/',
        env,
        stdin: image,
        stdout: 'pipe',
        stderr: 'ignore',
        timeout: longestMs,
        killSignal: 'SIGKILL',
      })
      const bytes = await new Response(child.stdout).bytes()
      const code = await child.exited
      if (code === 0 && bytes.length > 0) return { bytes }
      if (code === exits.unreadable) return { refused: 'unreadable' }
      return { refused: code === exits.tooManyPixels ? 'tooManyPixels' : 'tooCostly' }
    },
  }
}

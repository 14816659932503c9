import { second } from '#shared/time.ts'

/** How the program that decodes photos is started. */
export type PhotoProgram = { command: string[]; env: Record<string, string> }

/** Ends of the program that say why there is no photo (`programs/photo.ts`). */
export const exits = { unreadable: 3, tooManyPixels: 4 } as const

export type Made =
  | { bytes: Uint8Array<ArrayBuffer> }
  | { refused: 'unreadable' | 'tooManyPixels' | 'tooCostly' }

export interface PhotoMaker {
  /** The square photo of an image that somebody sent. */
  make(image: Uint8Array): Promise<Made>
}

const longestMs = 10 * second
const mostBytes = 600 * 1_024 * 1_024

/** As the system limits it (prlimit(1)); where it cannot, the limit of pixels and the time remain. */
function limited(command: readonly string[]): string[] {
  const program = Bun.which('prlimit')
  return program
    ? [program, `--data=${mostBytes}`, `--cpu=${longestMs / second}`, '--core=0', ...command]
    : [...command]
}

/**
 * Decodes and encodes in a process of its own, which has no setting and no secret, little memory and little time: what breaks a
 * decoder breaks nothing here.
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

import { X509Certificate } from 'node:crypto'
import { type FSWatcher, watch } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import type { Logger } from '#server/log.ts'
import { readHost } from '#shared/names/host-names.ts'
import type { Certificate, IssuedCertificates } from './issued-certificates.ts'

/** Certificates by host: files `<host>.crt` (the chain, PEM) and `<host>.key` of one folder, and those of the store beside them. */
export interface Certificates {
  /** The file of the host if there is one, whatever the store has. */
  find(host: string): Certificate | undefined
  /** Whether the host has a certificate that is valid now by its own dates. */
  isValid(host: string, at: Date): boolean
  /** Reloads the folder; open connections keep their certificates. */
  reload(): Promise<void>
  close(): void
}

const settleMs = 200

async function readCertificate(folder: string, host: string): Promise<Certificate> {
  const [cert, key] = await Promise.all([
    readFile(join(folder, `${host}.crt`)),
    readFile(join(folder, `${host}.key`)),
  ])
  // The first one of a chain is the host's own.
  const { validFrom, validTo } = new X509Certificate(cert)
  return { context: createSecureContext({ cert, key }), from: new Date(validFrom), to: new Date(validTo) }
}

type Sources = { folder: string; issued: Pick<IssuedCertificates, 'find'>; log: Pick<Logger, 'warn'> }

/**
 * The certificates of `folder`, which is made when it is missing, and read again when a file in it changes; and for hosts
 * without files those of the store. A pair that cannot be used is named in the log, and the one that was used before stays.
 */
export async function openCertificates({ folder, issued, log }: Sources): Promise<Certificates> {
  let files = new Map<string, Certificate>()
  let timer: Timer | undefined
  const reload = async () => {
    const next = new Map<string, Certificate>()
    for (const file of await readdir(folder)) {
      const host = file.endsWith('.crt') ? readHost(file.slice(0, -4)) : null
      if (host === null) continue
      const certificate = await readCertificate(folder, host).catch((error) => {
        log.warn('certificate not used', {
          host,
          error: error instanceof Error ? error.message : typeof error,
        })
        return files.get(host)
      })
      if (certificate) next.set(host, certificate)
    }
    files = next
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await reload()
  const watcher: FSWatcher = watch(folder, () => {
    clearTimeout(timer)
    // Certificate and key are two files: the burst of changes ends with both.
    timer = setTimeout(() => void reload().catch(() => {}), settleMs)
  })
  const find = (host: string) => files.get(host) ?? issued.find(host)
  return {
    find,
    isValid(host, at) {
      const found = find(host)
      return found !== undefined && found.from <= at && at <= found.to
    },
    reload,
    close() {
      clearTimeout(timer)
      watcher.close()
    },
  }
}

import type { AnyProcedure, AnyRouter } from '@trpc/server'
import type { Hono } from 'hono'
import type { z } from 'zod'
import type { Store } from '#db/types.ts'
import type { Deps, Kernel } from './context.ts'
import type { Driver } from './driver.ts'
import type { LiveKinds } from './events.ts'
import type { FormTransport } from './http/forms.ts'
import type { RequestEnv } from './http/transport.ts'
import type { Work } from './jobs.ts'
import type { Settings } from './settings.ts'

/** What the API document says of a route that is no procedure. */
export type RouteDescription = {
  summary: string
  /** What the query takes. */
  query?: z.ZodType
  /** Fields and files of a multipart body. */
  form?: z.ZodType
  /** Status of a success, 200 unless said. */
  status?: number
  /** What a success answers: its media type, and the schema of JSON. */
  answer?: { type: string; schema?: z.ZodType }
  /** Answers a part when one is asked for, and 304 when the client has it. */
  isRanged?: true
  /** Statuses of refusals beyond those of every call of its access. */
  refusals?: readonly number[]
}

/** A route that is no procedure: a stream, an upload, a redirect, a form. */
export type HttpRoute = {
  method: 'GET' | 'POST'
  path: string
  access: 'visitor' | 'customer' | 'activeCustomer' | 'loopback or token'
  /** How long its connection may be silent, in seconds, 0 for as long as it likes; 10 unless said. */
  idleSeconds?: number
  /** Left out of the API document without one: it is for browsers alone. */
  description?: RouteDescription
}

/** What the data must keep at any moment; `count` is how many rows break it. */
export type Invariant = { name: string; count(store: Store, dataDir: string): Promise<number> }

/** What runs beside the listener of a portal that serves. */
export type Running = {
  /** Begins nothing more and ends what is under way, within `graceMs`. */
  drain?(graceMs: number): Promise<void>
  /** Called when the listener and the workers have ended. */
  stop?(): Promise<void>
}

/** `isServing`: this process answers requests, and has the data folder or its place among the nodes. */
export type Opening = { isServing: boolean }

/**
 * What a feature brings to the server; `app/features.ts` lists them, and everything else is derived from that list. A feature
 * that adds to `Deps` declares it there (`declare module '#server/context.ts'`) and provides it by `open`.
 */
export interface Feature {
  readonly name: string
  settings?: Settings
  /** Procedures by their group, which the browser calls them by. */
  procedures?: Record<string, AnyRouter | Record<string, AnyProcedure | AnyRouter>>
  http?: { routes: readonly HttpRoute[]; mount(transport: FormTransport): Hono<RequestEnv> }
  /** Its part of the dependencies of all calls and jobs. */
  open?(kernel: Kernel, opening: Opening): Promise<Partial<Deps>> | Partial<Deps>
  /** Rows that an installation begins with; called at every opening. */
  seed?(deps: Deps): Promise<void>
  /** Starts what runs beside the listener. */
  serve?(deps: Deps): Promise<Running>
  /** Called when nothing uses its dependencies any more. */
  close?(deps: Deps): Promise<void> | void
  /** Durable work and scheduled tasks by the worker that does them, one after the other; `main` is shared. */
  work?: Record<string, Partial<Work>>
  /** Its ways to the outside, with what the administrator reads them under. */
  drivers?(deps: Deps): { area: string; driver: Driver }[]
  /** The kinds of live events that it sends. Administrators hear of `everybody`'s, others of their own. */
  live?: Partial<Record<keyof LiveKinds, 'owner' | 'everybody'>>
  invariants?: readonly Invariant[]
  /** Lines for /metrics, in Prometheus' text format. */
  writeMetrics?(deps: Deps): string[]
}

declare module './context.ts' {
  interface Kernel {
    features: readonly Feature[]
  }
}

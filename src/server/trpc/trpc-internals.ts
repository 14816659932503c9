import type { AnyProcedure, AnyRouter } from '@trpc/server'
import {
  type AnyMiddlewareFunction,
  type AnyProcedureBuilder,
  createInputMiddleware,
  createOutputMiddleware,
  getTRPCErrorFromUnknown,
  type inferParser,
  middlewareMarker,
  type Parser,
  type ProcedureBuilder,
  type ProcedureResolverOptions,
  type UnsetMarker,
} from '@trpc/server/unstable-core-do-not-import'
import type { Meta } from './procedure-meta.ts'

/*
 * tRPC's internals, imported only here: they may change in any version, so the version is pinned, and the test beside this file
 * detects changes. REST, the API document and keys need a procedure's definition (`_def`), which tRPC's public interface does not
 * expose. A middleware returns a stored answer in place of the handler's, which takes its marker, and a cheaper check of schemas
 * takes its middlewares.
 */
export type {
  AnyMiddlewareFunction,
  AnyProcedureBuilder,
  inferParser,
  Parser,
  ProcedureBuilder,
  ProcedureResolverOptions,
  UnsetMarker,
}

type Schema = { parse?: (value: unknown) => unknown }

/** The definition of a procedure. Changing the `middlewares` list changes the procedure. */
export type Definition = {
  type: AnyProcedure['_def']['type']
  meta: Meta | undefined
  inputs: Schema[]
  output: Schema | undefined
  middlewares: AnyMiddlewareFunction[]
}

type RawDefinition = Pick<AnyProcedure['_def'], 'type'> & { meta?: unknown } & Partial<
    Omit<Definition, 'meta'>
  >

/** The definition that a procedure was built with. */
export function definitionOf(procedure: AnyProcedure): Definition {
  const { type, meta, inputs = [], output, middlewares = [] } = procedure._def as RawDefinition
  return { type, meta: meta as Meta | undefined, inputs, output, middlewares }
}

/** The procedures of a router by their dotted names. */
export const proceduresOf = (router: AnyRouter): Record<string, AnyProcedure> => router._def.procedures

/** Whether a middleware checks an input or the answer; undefined for others. */
export const checkedBy = (middleware: AnyMiddlewareFunction): 'input' | 'output' | undefined =>
  (middleware as { _type?: 'input' | 'output' })._type

/** A middleware that checks an input. */
export const checkInput = (check: (value: unknown) => unknown): AnyMiddlewareFunction =>
  createInputMiddleware(check)

/** A middleware that checks the answer. */
export const checkOutput = (check: (value: unknown) => unknown): AnyMiddlewareFunction =>
  createOutputMiddleware(check)

/** The result of a middleware that answers in place of the handler. */
export const answered = <T>(data: T): { ok: true; data: T; marker: typeof middlewareMarker } => ({
  ok: true,
  data,
  marker: middlewareMarker,
})

type Options = Parameters<AnyMiddlewareFunction>[0]
type Next = { ctx?: object; input?: unknown; getRawInput?: Options['getRawInput'] }

/** The options for the next middleware: the given ones and the changes passed to `next`. */
const passedOn = (given: Options, more: Next | undefined): Options =>
  more
    ? {
        ...given,
        ctx: more.ctx ? { ...given.ctx, ...more.ctx } : given.ctx,
        input: 'input' in more ? more.input : given.input,
        getRawInput: more.getRawInput ?? given.getRawInput,
      }
    : given

/**
 * One middleware that nests the given ones, as tRPC does: an error thrown by one is the failed result of the `next` of the one
 * around it. tRPC itself copies the options of a call four times for each of them, property by property.
 */
export function runInOne(middlewares: readonly AnyMiddlewareFunction[]): AnyMiddlewareFunction {
  const run = async (at: number, given: Options): ReturnType<AnyMiddlewareFunction> => {
    try {
      const middleware = middlewares[at]
      if (!middleware) throw new Error('the last middleware called next')
      return await middleware({ ...given, next: (more?: Next) => run(at + 1, passedOn(given, more)) })
    } catch (cause) {
      return { ok: false, error: getTRPCErrorFromUnknown(cause), marker: middlewareMarker }
    }
  }
  return (options) => run(0, options)
}

import type { Answered } from '../answers/answer-in.ts'
import type { Context, CustomerContext } from '../context.ts'
import type { Meta } from './procedure-meta.ts'
import type {
  inferParser,
  Parser,
  ProcedureBuilder,
  ProcedureResolverOptions,
  UnsetMarker,
} from './trpc-internals.ts'

type Builder<InputIn, InputOut, OutputIn, OutputOut> = ProcedureBuilder<
  Context,
  Meta,
  CustomerContext,
  InputIn,
  InputOut,
  OutputIn,
  OutputOut,
  false
>

/**
 * A procedure builder for signed-in callers. A mutation accepts an Idempotency-Key, so it compiles only if it returns the value
 * it declared with `ctx.answerIn`; one that is `idempotent: false` may return anything.
 */
export type CallerProcedure<
  InputIn = UnsetMarker,
  InputOut = UnsetMarker,
  OutputIn = UnsetMarker,
  OutputOut = UnsetMarker,
> = Pick<Builder<InputIn, InputOut, OutputIn, OutputOut>, 'query'> & {
  meta(meta: Meta & { idempotent: false }): Builder<InputIn, InputOut, OutputIn, OutputOut>
  meta(meta: Meta): CallerProcedure<InputIn, InputOut, OutputIn, OutputOut>
  input<P extends Parser>(
    schema: P,
  ): CallerProcedure<inferParser<P>['in'], inferParser<P>['out'], OutputIn, OutputOut>
  output<P extends Parser>(
    schema: P,
  ): CallerProcedure<InputIn, InputOut, inferParser<P>['in'], inferParser<P>['out']>
  mutation(
    resolver: (
      options: ProcedureResolverOptions<Context, Meta, CustomerContext, InputOut>,
    ) => Promise<Answered<OutputIn>>,
  ): ReturnType<Builder<InputIn, InputOut, OutputIn, OutputOut>['mutation']>
}

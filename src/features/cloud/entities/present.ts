export type Common = { id: string; providerId: string; region: string; sample: boolean; simulated: boolean }

/** The common part of every answer about a resource. */
export const presentCommon = ({ id, providerId, region, sample, simulated }: Common): Common => ({
  id,
  providerId,
  region,
  sample,
  simulated,
})

/** A row without its owner; the contract of the call names its columns, and removes all others. */
export const presentStored = <Row extends { userId: string }>({
  userId: _,
  ...rest
}: Row): Omit<Row, 'userId'> => rest

/** Hundredths of a percent as percent. */
export const toPercent = (hundredths: number | null): number | null =>
  hundredths === null ? null : hundredths / 100

/** Environment values may be secrets: answers carry only the names. */
export const namesOf = (environment: Record<string, string> | null): string[] =>
  Object.keys(environment ?? {})

/** The value of a column, or null when the provider does not report it and the stored value is a default. */
export const reported = <Row extends { unreported: string[] | null }, Column extends keyof Row & string>(
  row: Row,
  column: Column,
): Row[Column] | null => (row.unreported?.includes(column) ? null : row[column])

/** For the column `unreported`: the names of columns that a provider does not report and that store a default. */
export function unreportedOf(values: Record<string, unknown>): string[] | null {
  const names = Object.keys(values).filter((name) => values[name] === null)
  return names.length === 0 ? null : names
}

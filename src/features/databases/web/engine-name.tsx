type EngineNameProps = { name: string; own: string }

/** An engine name with the portal's prefix dimmed. */
export function EngineName({ name, own }: EngineNameProps) {
  const prefix = name.endsWith(own) ? name.slice(0, name.length - own.length) : ''
  return (
    <span className="database-engine-name" title={name}>
      {prefix && <span className="database-prefix">{prefix}</span>}
      <span>{own}</span>
    </span>
  )
}

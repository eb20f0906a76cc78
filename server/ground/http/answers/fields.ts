/** Fields that all records have. */

export function idOf(record: unknown): string | null {
  const id = fieldOf(record, 'id')
  return typeof id === 'string' ? id : null
}

export function versionOf(record: unknown): number | undefined {
  const version = fieldOf(record, 'version')
  return typeof version === 'number' ? version : undefined
}

function fieldOf(record: unknown, name: string): unknown {
  return typeof record === 'object' && record !== null ? Reflect.get(record, name) : undefined
}

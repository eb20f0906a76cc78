/** Two lines, while the emergency contact loads. */
export function CalleePlace() {
  return <span style={{ display: 'block', minHeight: '3em' }} />
}

/** 'Cardiology, Room 12' */
export function placeWords({ clinic, room }: { clinic: string; room: string | null }): string {
  if (!room) return clinic
  return `${clinic}, ${/^\d/.test(room) ? `Room ${room}` : room}`
}

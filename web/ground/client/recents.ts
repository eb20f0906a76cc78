/** The prefix of storage entries with the records that an account looked at last on this machine. */
export const recentsPrefix = 'lantern.recent:'

/** Forgets them all: the next person at this computer must not see whose records were open. */
export function forgetRecents(): void {
  for (const entry of Object.keys(localStorage)) {
    if (entry.startsWith(recentsPrefix)) localStorage.removeItem(entry)
  }
}

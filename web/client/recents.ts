/** What begins with this names the records that an account looked at last on this machine. */
export const recentsPrefix = 'lantern.recent:'

/** Forgets them all: whose records were open here is nobody's business who sits down next. */
export function forgetRecents(): void {
  for (const entry of Object.keys(localStorage)) {
    if (entry.startsWith(recentsPrefix)) localStorage.removeItem(entry)
  }
}

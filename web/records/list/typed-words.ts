/** Searching a list that is on the screen already. */

/** 'José García' → 'jose garcia' */
export function plainText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('en')
}

/** The words of a search, plain: 'García, José' → 'garcia', 'jose'. */
export function typedWords(typed: string | undefined): string[] {
  return plainText(typed ?? '')
    .split(/[\s,]+/)
    .filter(Boolean)
}

/** 32 random bytes, base64url: the secret of a link. Whoever makes the link makes it, and the server keeps its hash. */
export function newSecret(): string {
  const bytes = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32)))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

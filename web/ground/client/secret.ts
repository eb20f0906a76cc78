/** 32 random bytes, base64url: the secret of a link. The browser that creates the link makes it; the server stores only its hash. */
export function newSecret(): string {
  const bytes = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32)))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Lantern's mark: a small lantern with its flame lit. Decorative: the name stands beside it. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true" focusable="false">
      <g stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round">
        <path d="M12.6 7.2a3.4 3.4 0 0 1 6.8 0" />
        <path d="M10.4 10.6h11.2l-1.5-3.4h-8.2z" />
        <path d="M10.4 10.6 8.9 24.2h14.2l-1.5-13.6" />
        <path d="M7.8 24.2h16.4v3.2H7.8z" />
      </g>
      <path
        d="M16 13.2c2.3 2.5 3.3 4 3.3 5.5a3.3 3.3 0 0 1-6.6 0c0-1.5 1-3 3.3-5.5z"
        fill="var(--glow, #e39a17)"
      />
    </svg>
  )
}

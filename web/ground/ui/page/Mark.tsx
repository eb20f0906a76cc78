/** Lantern's mark: a small lantern with its flame lit. Decorative: the name stands beside it. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="1.5 1.2 29 29" fill="none" aria-hidden="true" focusable="false">
      <g stroke="currentColor" strokeWidth="1.7" strokeLinecap="round" strokeLinejoin="round">
        <path d="M11.5 8.2C11.5 4.9 13.4 3 16 3s4.5 1.9 4.5 5.2" />
        <path d="M12 8.4h8l1.6 3.2H10.4z" />
        <path d="M11.2 11.6c-2 2.2-2.9 4.4-2.9 6.7s.9 4.4 2.9 6.5h9.6c2-2.1 2.9-4.2 2.9-6.5s-.9-4.5-2.9-6.7" />
        <path d="M9.6 24.8h12.8l1 3.6H8.6z" />
      </g>
      <path
        d="M16 13.6c2.1 2.4 3.1 4 3.1 5.7a3.1 3.1 0 0 1-6.2 0c0-1.7 1-3.3 3.1-5.7z"
        fill="var(--glow, #e39a17)"
      />
    </svg>
  )
}

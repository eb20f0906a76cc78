-- When somebody was last at a session's screen, or last called with it, by the database's own clock: a session that nobody
-- uses is locked by the server itself, whatever its browser does.
alter table session add column active_at timestamptz not null default now();

-- When someone last used a session's screen or made a call with it, by the database's own clock. The server locks an
-- unused session itself, whatever its browser does.
alter table session add column active_at timestamptz not null default now();

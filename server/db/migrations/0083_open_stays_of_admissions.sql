-- Which stay of an admission is open is asked by each discharge and transfer, and by PostgreSQL itself whenever an
-- admission ends; without an index each of them read every stay there ever was.
create index stay_of_open_admission on stay (open_admission_id) where open_admission_id is not null;

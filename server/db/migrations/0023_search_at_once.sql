-- What is written goes into the lists of the search at once. Left in a list of its own until a vacuum comes, it was
-- looked through, row by row, by every search after a busy hour.
alter index patient_search set (fastupdate = off);
alter index item_search set (fastupdate = off);
alter index item_search_short set (fastupdate = off);
alter index item_search_later set (fastupdate = off);
-- And what a database that is in use has left there so far.
select gin_clean_pending_list('patient_search'), gin_clean_pending_list('item_search'),
  gin_clean_pending_list('item_search_short'), gin_clean_pending_list('item_search_later');

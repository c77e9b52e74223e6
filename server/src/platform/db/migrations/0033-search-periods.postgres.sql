-- The terms of documents with the periods of about 9 hours, 6 days and 99 days in which they were written, so that a search reads the matches of a period.
drop index search_documents_terms;
create index search_documents_terms on search_documents
  using gin ((array[(seq >> 35) * 4, (seq >> 39) * 4 + 1, (seq >> 43) * 4 + 2]), title, words) with (fastupdate = off);

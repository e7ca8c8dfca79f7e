-- Words of the entries, filled when somebody searches: `sessions.searchable_count` says how far.
-- Contentless, so that no text is kept twice; rowid is the entry's key.
CREATE VIRTUAL TABLE `entry_search` USING fts5(
	`words`,
	content = '',
	contentless_delete = 1,
	tokenize = 'porter unicode61 remove_diacritics 2'
);
--> statement-breakpoint
CREATE TRIGGER `entry_search_delete` AFTER DELETE ON `entries` BEGIN
	DELETE FROM `entry_search` WHERE rowid = old.`key`;
END;

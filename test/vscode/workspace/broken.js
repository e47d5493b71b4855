function unfinished( {

suite = None
